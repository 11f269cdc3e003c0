import { DeliveryFailed } from '@linecard/plugin-kit'
import { sendOutbound } from '@linecard/plugin-kit/outbound'
import { pauseOf, said, unanswered } from '../failure.ts'
import type { Config } from '../config.ts'

/** Octets of an answer: 100 updates of at most some kilobytes each. */
const maxBytes = 4_000_000

interface BotAnswer {
  ok?: boolean
  result?: unknown
  description?: string
  parameters?: { retry_after?: number }
}

function answerOf(text: string): BotAnswer {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/**
 * One method of the Bot API. Returns its `result`. `waitSec`: for how long the API may keep the request open.
 * @throws DeliveryFailed; its text never has the token
 */
export async function askBot(
  config: Config,
  method: string,
  args: object,
  { waitSec = 0, signal }: { waitSec?: number; signal?: AbortSignal } = {},
): Promise<unknown> {
  const body = JSON.stringify(args)
  const { telegram_url: base, telegram_token: token } = config
  const { status, text } = await sendOutbound({
    url: `${base.replace(/\/+$/, '')}/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/${method}`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    body,
    allowPrivate: config.telegram_private_networks,
    timeoutMs: (config.timeout_sec + waitSec) * 1000,
    maxBytes,
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    throw unanswered(error, 'notifications.telegram_private_networks')
  })
  const answer = answerOf(text)
  if (status === 200 && answer.ok === true) return answer.result
  // 401 and 404: the token is wrong, and may be corrected. 400 and 403 are about this chat.
  throw new DeliveryFailed(said(`${status} ${answer.description ?? ''}`, [token]), {
    again: status !== 400 && status !== 403,
    afterSec: pauseOf(answer.parameters?.retry_after),
  })
}
