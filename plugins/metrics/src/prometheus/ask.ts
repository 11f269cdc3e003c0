import {
  OutboundAnswerError,
  OutboundRefused,
  sendOutbound,
  type OutboundAnswer,
} from '@linecard/plugin-kit/outbound'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'

/** Of one answer. A whole answer has 11,000 points of some hundred series. */
const maxBytes = 64_000_000
/** Of what a store says in an error. */
const maxSaid = 300

/** The store did not take something: it is away (`later`), or the request is wrong. */
export class StoreError extends Error {
  readonly later: boolean
  readonly status: number | null
  constructor(message: string, { later, status }: { later: boolean; status: number | null }) {
    super(message)
    this.name = 'StoreError'
    this.later = later
    this.status = status
  }
}

interface Asked {
  base: string
  path: string
  body: string
  type: string
}

/** A POST to the store. @throws StoreError */
export async function askStore(config: Config, { base, path, body, type }: Asked): Promise<OutboundAnswer> {
  const answer = await sendOutbound({
    url: `${base.replace(/\/+$/, '')}${path}`,
    method: 'POST',
    headers: {
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      ...(config.bearer === '' ? {} : { authorization: `Bearer ${config.bearer}` }),
    },
    body,
    allowPrivate: config.private_networks,
    timeoutMs: config.timeout_sec * 1000,
    maxBytes,
  }).catch((error: unknown) => {
    if (error instanceof OutboundRefused)
      throw new StoreError(`${error.message}; see metrics.private_networks`, { later: true, status: null })
    if (error instanceof OutboundAnswerError)
      throw new StoreError(error.message, { later: false, status: null })
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    const what = timedOut ? `no answer within ${config.timeout_sec} s` : codeOf(error)
    throw new StoreError(what, { later: true, status: null })
  })
  if (answer.status >= 200 && answer.status < 300) return answer
  // 429 and 5xx may be over soon; anything else is refused again.
  const later =
    answer.status === 429 || answer.status >= 500 || answer.status === 401 || answer.status === 403
  throw new StoreError(`status ${answer.status}: ${saidIn(answer.text)}`, { later, status: answer.status })
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)

/** The error of a store in its own words: Prometheus puts it into JSON. */
function saidIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown }
    if (typeof error === 'string') return error.slice(0, maxSaid)
  } catch {
    // Plain text, or a page of a proxy.
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, maxSaid)
}

/** What the client gets for it. */
export const apiErrorOf = (error: unknown): unknown => {
  if (!(error instanceof StoreError)) return error
  if (error.later || error.status === null) return fail('METRICS_STORE_AWAY', { what: error.message }, [], 10)
  return fail('METRICS_STORE_ANSWER', { what: error.message })
}
