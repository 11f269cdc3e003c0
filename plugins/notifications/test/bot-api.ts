import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Sent {
  chat_id: number
  text: string
  parse_mode?: string
  reply_markup?: object
}
interface Failure {
  status: number
  description: string
  parameters?: object
}

/** The parts of the Bot API that the plugin uses: getUpdates with a long poll, and sendMessage. */
export async function startBotApi(token: string) {
  const sent: Sent[] = []
  const failures: Failure[] = []
  let updates: { update_id: number; message: object }[] = []
  let last = 0
  let wake = () => {}

  async function updatesAfter(offset: number, timeoutSec: number) {
    updates = updates.filter(({ update_id: at }) => at >= offset)
    if (updates.length === 0)
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, timeoutSec * 1000)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    return updates.slice(0, 100)
  }
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    let text = ''
    request.on('data', chunk => {
      text += String(chunk)
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Sent & { offset: number; timeout: number }
      const method = (request.url ?? '').replace(`/bot${token}/`, '')
      if (method === 'getUpdates')
        return void updatesAfter(body.offset, body.timeout).then(result => answer(200, { ok: true, result }))
      if (method !== 'sendMessage') return answer(404, { ok: false, description: 'Not Found' })
      const failure = failures.shift()
      if (failure) {
        const { status, ...rest } = failure
        return answer(status, { ok: false, error_code: status, ...rest })
      }
      sent.push(body)
      return answer(200, { ok: true, result: { message_id: sent.length } })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    /** The next message is not taken. */
    fails: (failure: Failure) => failures.push(failure),
    /** Somebody writes to the bot. */
    writes(message: object) {
      updates.push({ update_id: ++last, message })
      wake()
    },
    unread: () => updates.length,
    async stop() {
      wake()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
export type BotApi = Awaited<ReturnType<typeof startBotApi>>
