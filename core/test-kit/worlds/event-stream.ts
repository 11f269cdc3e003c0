import { get, type IncomingMessage } from 'node:http'
import { until } from '@linecard/test-kit'

export interface Message {
  id: string | undefined
  event: string
  data: Record<string, never> & { event?: { annotation: string }; kind?: string; reason?: string }
}
export interface StreamOptions {
  query?: string
  /** The last id that the client had. */
  lastId?: string
}
/** An open stream of events, with what it has told so far. */
export interface EventStream {
  status: number
  messages: Message[]
  names(): string[]
  answer: IncomingMessage
  ended: boolean
  close(): void
}

/** Opens `GET /component/events/stream` of a world. */
export function openStream(
  url: string,
  key: string,
  { query = '', lastId }: StreamOptions = {},
): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-auth-key': key, ...(lastId !== undefined && { 'last-event-id': lastId }) }
    const request = get(`${url}/api/v1/component/events/stream${query}`, { headers }, answer => {
      const messages: Message[] = []
      const open: EventStream = {
        status: answer.statusCode!,
        messages,
        answer,
        ended: false,
        names: () =>
          messages.map(({ event, data }) => (data.event ? `${data.kind} ${data.event.annotation}` : event)),
        close: () => request.destroy(),
      }
      let rest = ''
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => {
        const parts = (rest + text).split('\n\n')
        rest = parts.pop()!
        for (const part of parts) {
          const fields = Object.fromEntries(
            part
              .split('\n')
              .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
          )
          if (fields['event'])
            messages.push({ id: fields['id'], event: fields['event'], data: JSON.parse(fields['data']!) })
        }
      })
      answer.on('close', () => {
        open.ended = true
      })
      answer.on('error', () => {})
      resolve(open)
    })
    request.on('error', error => {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') reject(error)
    })
  })
}

/** Opens it, and waits until it has begun. */
export async function beginStream(url: string, key: string, options: StreamOptions = {}) {
  const stream = await openStream(url, key, options)
  if (stream.status !== 200) throw new Error(`the stream answers ${stream.status}`)
  await until('the stream begins', () =>
    stream.messages.some(({ event }) => ['ready', 'reset'].includes(event)),
  )
  return stream
}
