/**
 * For requests of fixtures, whose refusal must not go unnoticed: returns the response, or throws unless its status is
 * 2xx.
 */
export async function succeeded<Response extends { status: number; text: string }>(
  response: Promise<Response>,
): Promise<Response> {
  const { status, text } = await response;
  if (status < 200 || status > 299) throw new Error(`refused with ${status}: ${text}`);
  return response;
}
