import { OutboundAnswerError, OutboundRefused, sendOutbound } from '@linecard/plugin-kit/outbound'
import { fail } from '../errors.ts'
import { fullName, type Node } from '../names/node.ts'

/** Octets of an answer: a configuration as JSON. */
const maxBytes = 64_000_000
/** Versions of a device that are given. */
const mostVersions = 10_000

/** Where an Oxidized is, and how it is asked. */
export interface OxidizedAddress {
  url: string
  timeoutMs: number
  allowPrivate: boolean
}

export interface OxidizedVersion {
  oid: string
  /** As Oxidized tells it; null: it does not. */
  date: string | null
  author: string | null
  message: string | null
}

/** @throws ApiError */
async function askedOf(
  { url, timeoutMs, allowPrivate }: OxidizedAddress,
  node: Node,
  path: string,
  signal: AbortSignal,
) {
  if (url === '') throw fail('BACKUPS_OXIDIZED_UNSET')
  const answer = await sendOutbound({
    url: `${url.replace(/\/+$/, '')}${path}`,
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes,
    allowPrivate,
    signal,
  }).catch((error: unknown) => {
    if (error instanceof OutboundRefused)
      throw fail('BACKUPS_OXIDIZED_AWAY', { what: `${error.message}; see backups.oxidized_private_networks` })
    if (error instanceof OutboundAnswerError) throw fail('BACKUPS_OXIDIZED_ANSWER', { what: error.message })
    if (signal.aborted) throw signal.reason
    const { name, code, message } = error as Error & { code?: string }
    const what = name === 'TimeoutError' ? `nothing within ${timeoutMs / 1000} s` : (code ?? message)
    throw fail('BACKUPS_OXIDIZED_AWAY', { what }, [], 10)
  })
  const { status, text } = answer
  if (status === 404) throw fail('BACKUPS_OXIDIZED_UNKNOWN', { node: node.name })
  if (status === 429 || status >= 500)
    throw fail('BACKUPS_OXIDIZED_AWAY', { what: `status ${status}` }, [], 10)
  if (status !== 200) throw fail('BACKUPS_OXIDIZED_ANSWER', { what: `status ${status}` })
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw fail('BACKUPS_OXIDIZED_ANSWER', { what: 'no JSON' })
  }
}

/** A text, which Oxidized answers as a list of its lines. It tells in the same way that there is none. */
function textOf(answer: unknown, node: Node, none: RegExp): string {
  if (answer === null) throw fail('BACKUPS_OXIDIZED_UNKNOWN', { node: node.name })
  if (!Array.isArray(answer) || answer.some(line => typeof line !== 'string'))
    throw fail('BACKUPS_OXIDIZED_ANSWER', { what: 'no list of lines' })
  if (answer.length <= 1 && none.test(String(answer[0] ?? '')))
    throw fail('BACKUPS_OXIDIZED_UNKNOWN', { node: node.name })
  return answer.join('')
}

const part = encodeURIComponent
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, 500) : null)

/** Reads configurations from an Oxidized, over its web interface. It is never told to do anything. */
export const oxidizedAt = (address: OxidizedAddress, signal: AbortSignal) => ({
  /** The present configuration. @throws ApiError BACKUPS_OXIDIZED_… */
  async config(node: Node): Promise<string> {
    // Oxidized takes an ending .json from any name: so a name that has one keeps it.
    const group = node.group === null ? '' : `${node.group.split('/').map(part).join('/')}/`
    const answer = await askedOf(address, node, `/node/fetch/${group}${part(node.name)}.json`, signal)
    return textOf(answer, node, /^unable to find\b|^$/)
  },
  /** The newest first. */
  async versions(node: Node): Promise<OxidizedVersion[]> {
    const answer = await askedOf(
      address,
      node,
      `/node/version.json?node_full=${part(fullName(node))}`,
      signal,
    )
    if (!Array.isArray(answer)) throw fail('BACKUPS_OXIDIZED_ANSWER', { what: 'no list of versions' })
    return answer.slice(0, mostVersions).flatMap((one: unknown) => {
      const { oid, date, time, author, message } = (one ?? {}) as Record<string, unknown>
      if (typeof oid !== 'string' || oid === '') return []
      const name = typeof author === 'object' && author !== null && 'name' in author ? author.name : author
      return [
        {
          oid,
          date: textOrNull(date) ?? textOrNull(time),
          author: textOrNull(name),
          message: textOrNull(message),
        },
      ]
    })
  },
  /** The text of a version. */
  async version(node: Node, oid: string): Promise<string> {
    const query = new URLSearchParams({
      node: `${node.name}.json`,
      group: node.group ?? '',
      oid,
      epoch: '0',
      num: '1',
    })
    const answer = await askedOf(address, node, `/node/version/view.json?${query}`, signal)
    return textOf(answer, node, /^version not found|^$/)
  },
})
