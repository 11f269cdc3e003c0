import type { Exchange } from './peer.ts'
import { credentials, type Session } from './play.ts'
import { nocPlatforms, ntcPlatforms, oxidizedPlatforms, type Platform } from './platforms.ts'
import type { PlayedSession } from './results.ts'
import type { Recorded } from './oxidized.ts'
import { exchangeOf, type Sample, type Script } from './sources.ts'

/** A session to play, with what is checked afterwards. */
export interface PlannedSession {
  source: PlayedSession['source']
  platform: string
  session: Session
  /** Texts that must not be in the transcript. */
  secrets: readonly string[]
}
type Platforms = ReadonlyMap<string, Platform>

const unknown = '% Invalid input detected'

export function wholeSession(
  recorded: Recorded,
  { profile, prompt }: Platform,
  carrier: 'telnet' | 'ssh',
): Session {
  const { banner, exchanges } = recorded
  return {
    name: `${recorded.name} over ${carrier}`,
    profile,
    play: { carrier, ...credentials, banner, prompt: recorded.prompt ?? prompt, exchanges, unknown },
  }
}

/** A session over telnet made of single recorded commands. */
function madeSession(name: string, own: Platform, exchanges: readonly Exchange[]): Session {
  const { profile, prompt, pager } = own
  return {
    name,
    profile,
    play: {
      carrier: 'telnet',
      ...credentials,
      banner: 'Authorized access# only\r\n\r\n',
      prompt,
      exchanges,
      unknown,
      pager: { text: pager, lines: 23 },
    },
  }
}

/** Recordings that are not played, because no driver has their console. */
export interface Left {
  source: string
  name: string
  count: number
}

/** Chooses the recordings of platforms that a driver has and that match `only`; counts the others. */
export function chooser(only?: RegExp) {
  const left = new Map<string, Left>()
  const isWanted = (source: string, name: string, platform: string | undefined): platform is string => {
    const key = `${source} ${name}`
    if (platform === undefined) left.set(key, { source, name, count: (left.get(key)?.count ?? 0) + 1 })
    return platform !== undefined && (!only || only.test(platform))
  }
  const choose = <T extends { platform: string }>(
    source: string,
    recorded: readonly T[],
    platforms: Readonly<Record<string, string>>,
  ): T[] =>
    recorded.flatMap(one =>
      isWanted(source, one.platform, platforms[one.platform])
        ? [{ ...one, platform: platforms[one.platform]! }]
        : [],
    )
  return {
    ntc: (samples: readonly Sample[]) => choose('ntc-templates', samples, ntcPlatforms),
    noc: (scripts: readonly Script[]) => choose('noc', scripts, nocPlatforms),
    oxidized: (sessions: readonly Recorded[]) =>
      sessions.filter(({ model }) => isWanted('oxidized', model, oxidizedPlatforms[model])),
    left: (): Left[] =>
      [...left.values()].toSorted((a, b) => (`${a.source}${a.name}` < `${b.source}${b.name}` ? -1 : 1)),
  }
}

/** Whole sessions are played over telnet and over SSH. */
export const plannedOxidized = (recorded: readonly Recorded[], platforms: Platforms): PlannedSession[] =>
  recorded.flatMap(one => {
    const platform = oxidizedPlatforms[one.model]!
    const own = platforms.get(platform)!
    const common = { source: 'oxidized', platform } as const
    return [
      { ...common, session: wholeSession(one, own, 'telnet'), secrets: one.secrets.fail },
      { ...common, session: wholeSession(one, own, 'ssh'), secrets: [] },
    ]
  })

/** All samples of a platform are one session. */
export const plannedNtc = (samples: readonly Sample[], platforms: Platforms): PlannedSession[] =>
  [...Map.groupBy(samples, sample => sample.platform)].map(([platform, own]) => ({
    source: 'ntc-templates',
    platform,
    secrets: [],
    session: madeSession(
      platform,
      platforms.get(platform)!,
      own.map(({ command, raw }) => exchangeOf(command, raw)),
    ),
  }))

/** Each recorded script is a session. */
export const plannedNoc = (scripts: readonly Script[], platforms: Platforms): PlannedSession[] =>
  scripts.map(({ name, platform, cli }) => ({
    source: 'noc',
    platform,
    secrets: [],
    session: madeSession(
      name,
      platforms.get(platform)!,
      Object.entries(cli).map(([command, output]) => exchangeOf(command, output)),
    ),
  }))
