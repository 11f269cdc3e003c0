import { request } from 'node:http'
import type { Answer, World } from './core.ts'

export interface Sent {
  method?: string
  path: string
  body?: unknown
  /** Also headers that only browsers send. */
  headers?: Readonly<Record<string, string>>
  /** The source address of the request: any address of 127.0.0.0/8. */
  from?: string
}

/** A request over node:http. With fetch, a test cannot choose the headers of a browser or the address. */
export const send = (
  world: Pick<World, 'url'>,
  { method = 'GET', path, body, headers = {}, from }: Sent,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(world.url!)
    const text = body === undefined ? '' : JSON.stringify(body)
    const sent = request(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port,
        method,
        path: path.startsWith('/metrics') ? path : `/api/v1${path}`,
        agent: false,
        ...(from ? { localAddress: from } : {}),
        headers: {
          ...(text
            ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
            : {}),
          ...headers,
        },
      },
      response => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const got = Buffer.concat(chunks).toString()
          const json = /[/+]json/.test(response.headers['content-type'] ?? '')
          const head = new Headers(
            Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
          )
          resolve({
            status: response.statusCode!,
            headers: head,
            text: got,
            body: (json ? JSON.parse(got) : null) as Answer['body'],
          })
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })

/** Signs in from an address. */
export const signInFrom = (
  world: Pick<World, 'url'>,
  from: string,
  login: string,
  password: string,
  pin?: string,
): Promise<Answer> =>
  send(world, {
    method: 'POST',
    path: '/auth',
    from,
    body: { login, password, ...(pin === undefined ? {} : { pin }) },
  })
