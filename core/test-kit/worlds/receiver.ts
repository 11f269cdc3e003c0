import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Hook {
  path: string
  headers: IncomingHttpHeaders
  text: string
}
type Reply = (response: ServerResponse, hook: Hook) => void

export const status =
  (code: number, body: object | string = '', headers: Record<string, string> = {}): Reply =>
  response =>
    response.writeHead(code, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
/** Never answers. */
export const hang: Reply = () => {}
/** Closes without an answer. */
export const cut: Reply = response => response.destroy()
/** Begins an answer and closes. */
export const cutInside: Reply = response => {
  response.writeHead(200, { 'content-length': '100' }).write('half')
  setTimeout(() => response.destroy(), 50)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** An HTTP server that answers what a test wants, in the order of its list; the last one again and again. */
export async function startReceiver() {
  const got: Hook[] = []
  let replies: Reply[] = [status(200)]
  const server = createServer((request, response) => {
    void textOf(request).then(text => {
      const hook = { path: request.url ?? '', headers: request.headers, text }
      got.push(hook)
      const [reply] = replies.length > 1 ? replies.splice(0, 1) : replies
      reply!(response, hook)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    answers(...given: Reply[]) {
      replies = given
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
