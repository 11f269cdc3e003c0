import { gt, valid } from 'semver'
import type { Logger } from '@linecard/plugin-kit'
import { shared } from '@linecard/plugin-kit/concurrency'
import { sendOutbound } from '@linecard/plugin-kit/outbound'

const timeoutMs = 5_000
const maxBytes = 1_000_000
/** How long a known version is remembered, and how long a failure. */
const rememberMs = { known: 6 * 3_600_000, unknown: 10 * 60_000 }

export interface NewVersion {
  enabled: boolean
  current: string
  latest: string | null
  newer: boolean | null
  checked_at: Date | null
  error: string | null
}

/** False if one of the texts is not a semantic version. */
export const isNewer = (latest: string, current: string): boolean =>
  valid(latest) !== null && valid(current) !== null && gt(latest, current)

/**
 * The address of the setting, or the registry that npm names in the environment of its scripts.
 * @throws Error if neither is known
 */
function versionUrl(setting: string): string {
  const registry = process.env['npm_config_registry']
  if (setting) return setting
  if (!registry) throw new Error('the registry is not known: set new_version_url')
  return new URL('linecard/latest', registry).href
}

async function readLatest(setting: string): Promise<string> {
  const url = versionUrl(setting)
  const { status, text } = await sendOutbound({
    url,
    headers: { accept: 'application/json' },
    timeoutMs,
    maxBytes,
    // Only the host itself names this address, and many have a registry in their own network.
    allowPrivate: true,
  })
  if (status !== 200) throw new Error(`the registry answered ${status}`)
  const { version } = JSON.parse(text) as { version?: unknown }
  if (typeof version !== 'string' || valid(version) === null)
    throw new Error('the registry answered without a version')
  return version
}

/** The reason of a failure, without anything that the server at the address sent. */
const reasonOf = (error: unknown): string => {
  if (error instanceof Error && /^the (registry|answer) /.test(error.message)) return error.message
  return error instanceof DOMException && error.name === 'TimeoutError'
    ? 'the registry did not answer in time'
    : 'the registry cannot be reached, or its answer cannot be read'
}

/** Makes a function that finds the latest version. It asks the registry rarely and never throws. */
export function createVersionCheck({
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

  const refresh = shared(async (): Promise<void> => {
    const url = config.new_version_url
    const answer = await readLatest(url).then(
      latest => ({ latest, error: null }),
      (error: unknown) => {
        log.info({ err: error }, 'the check for a new version failed')
        return { latest: null, error: reasonOf(error) }
      },
    )
    known = { ...answer, url, checked_at: clock() }
  })
  const isFresh = () =>
    known !== null &&
    known.url === config.new_version_url &&
    clock().getTime() - known.checked_at.getTime() <
      (known.latest === null ? rememberMs.unknown : rememberMs.known)

  return async () => {
    if (!config.new_version_check)
      return { enabled: false, current, latest: null, newer: null, checked_at: null, error: null }
    if (!isFresh()) await refresh()
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
