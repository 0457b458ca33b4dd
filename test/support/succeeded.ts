/** The response, for fixtures, which must not be refused unnoticed: throws unless its status is 2xx. */
export async function succeeded<Response extends { status: number; text: string }>(
  response: Promise<Response>,
): Promise<Response> {
  const { status, text } = await response;
  if (status < 200 || status > 299) throw new Error(`refused with ${status}: ${text}`);
  return response;
}
