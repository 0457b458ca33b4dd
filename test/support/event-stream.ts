/** Reads server-sent events as the HTML standard has them. */

export interface ServerSentEvent {
  event: string;
  data: string;
  /** Absent: it has none. */
  id?: string;
}

/** The events of a whole stream; comments are left out. */
export function eventsIn(text: string): ServerSentEvent[] {
  return text.split('\n\n').flatMap((block) => eventIn(block) ?? []);
}

/** Events as they come. Ends with the stream, and throws if it breaks off. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = eventIn(text.slice(0, end));
      text = text.slice(end + 2);
      if (event !== null) yield event;
    }
  }
}

function eventIn(block: string): ServerSentEvent | null {
  const fields = block.split('\n').map((line) => /^(?<name>[^:]*): ?(?<value>.*)$/.exec(line)?.groups ?? {});
  const valuesOf = (name: string) => fields.flatMap((field) => (field.name === name ? [field.value!] : []));
  const data = valuesOf('data');
  const id = valuesOf('id').at(-1);
  if (data.length === 0) return null;
  return { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n'), ...(id !== undefined && { id }) };
}
