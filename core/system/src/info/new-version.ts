import type { Logger } from '@linecard/plugin-kit'

const timeoutMs = 5_000
const maxBytes = 1_000_000
/** How long an answer holds, and how long a failure. */
const holdMs = { known: 6 * 3_600_000, unknown: 10 * 60_000 }

export interface NewVersion {
  enabled: boolean
  current: string
  latest: string | null
  newer: boolean | null
  checked_at: Date | null
  error: string | null
}

const parts = (version: string) => /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]{1,50})?$/.exec(version)

/** By semantic versioning's main numbers; a pre-release is older than its release. */
export function isNewer(latest: string, current: string): boolean {
  const [a, b] = [parts(latest), parts(current)]
  if (!a || !b) return false
  for (const n of [1, 2, 3]) if (Number(a[n]) !== Number(b[n])) return Number(a[n]) > Number(b[n])
  return a[4] === undefined && b[4] !== undefined
}

/** Reads no more of a body than a version can take. */
async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true })
    if (text.length > maxBytes) throw new Error('the answer is too large')
  }
  return text
}

/**
 * Where to ask: the setting, else the registry that npm tells its scripts about. @throws Error where neither
 * is known
 */
function addressOf(setting: string): string {
  const registry = process.env['npm_config_registry']
  if (setting) return setting
  if (!registry) throw new Error('the registry is not known: set new_version_url')
  return new URL('linecard/latest', registry).href
}

async function ask(setting: string): Promise<string> {
  const url = addressOf(setting)
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`the registry answered ${response.status}`)
  const { version } = JSON.parse(await textOf(response)) as { version?: unknown }
  if (typeof version !== 'string' || !parts(version)) throw new Error('the registry named no version')
  return version
}

/** What went wrong in words that tell nothing of what stands behind the address. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Error && /^the (registry|answer) /.test(error.message)) return error.message
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'the registry did not answer in time'
    : 'the registry cannot be reached or answered nonsense'
}

/** Asks at most once in a while, however many people look. Never throws. */
export function versionCheck({
  current,
  config,
  clock,
  log,
}: {
  current: string
  config: { new_version_check: boolean; new_version_url: string }
  clock: () => Date
  log: Logger
}): () => Promise<NewVersion> {
  let known: { latest: string | null; error: string | null; checked_at: Date; url: string } | null = null
  let asking: Promise<void> | null = null

  const refresh = async (): Promise<void> => {
    const url = config.new_version_url
    const answer = await ask(url).then(
      latest => ({ latest, error: null }),
      (error: unknown) => {
        log.info({ err: error }, 'the check for a new version failed')
        return { latest: null, error: reasonOf(error) }
      },
    )
    known = { ...answer, url, checked_at: clock() }
  }
  const isFresh = () =>
    known !== null &&
    known.url === config.new_version_url &&
    clock().getTime() - known.checked_at.getTime() < (known.latest === null ? holdMs.unknown : holdMs.known)

  return async () => {
    if (!config.new_version_check)
      return { enabled: false, current, latest: null, newer: null, checked_at: null, error: null }
    if (!isFresh())
      await (asking ??= refresh().finally(() => {
        asking = null
      }))
    const { latest = null, error = null, checked_at = null } = known ?? {}
    return {
      enabled: true,
      current,
      latest,
      newer: latest === null ? null : isNewer(latest, current),
      checked_at,
      error,
    }
  }
}
