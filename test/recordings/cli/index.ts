import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import { parserFor } from '@linecard/driver-kit/cli'
import { compareNoc, compareNtc, type Compared } from './compare.ts'
import type { Exchange } from './peer.ts'
import { credentials, playSession, type Played, type Session } from './play.ts'
import { nocPlatforms, ntcPlatforms, oxidizedPlatforms, readPlatforms, type Platform } from './platforms.ts'
import { exchangeOf, readNoc, readNtc, readOxidized, readPrompts, type Recorded } from './sources.ts'

/** What one source gave for one platform. */
export interface PlayedSession {
  source: 'oxidized' | 'ntc-templates' | 'noc'
  platform: string
  name: string
  vendor: string
  played: Played[]
  pages: number
}
export interface PromptCase {
  model: string
  platform: string
  prompt: string
  should: boolean
  is: boolean
}
export interface SecretCase {
  session: string
  platform: string
  secret: string
  shown: boolean
}
/**
 * How many lines of a configuration, without those that change by themselves, stand in the backup that
 * another system made of it.
 */
export interface BackupCase {
  session: string
  platform: string
  lines: number
  kept: number
}
export interface CliReport {
  sessions: PlayedSession[]
  compared: Compared[]
  prompts: PromptCase[]
  secrets: SecretCase[]
  backups: BackupCase[]
  /** Recorded outputs that a parser reads, and others. */ parsed: number
  unparsed: number
  left: { source: string; name: string; count: number }[]
}

const unknown = '% Invalid input detected'

const whole = (pattern: RegExp) => new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace(/[gy]/g, ''))

function promptCases(
  platforms: ReadonlyMap<string, Platform>,
  prompts: Awaited<ReturnType<typeof readPrompts>>,
): PromptCase[] {
  return prompts.flatMap(({ model, pass, fail }) => {
    const platform = oxidizedPlatforms[model]
    if (!platform) return []
    const { profile } = platforms.get(platform)!
    // What a person sees of it: sequences of the terminal are gone when a prompt is looked for.
    const shown = (text: string) =>
      text
        .replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')
        .replace(/^.*\r/s, '')
        .trimEnd()
    const fits = (text: string) =>
      Object.values(profile.modes).some(({ prompt }) => whole(prompt).test(shown(text)))
    return [
      ...pass.map(prompt => ({ model, platform, prompt, should: true, is: fits(prompt) })),
      ...fail.map(prompt => ({ model, platform, prompt, should: false, is: fits(prompt) })),
    ]
  })
}

const bySession = (a: { session: string }, b: { session: string }): number =>
  a.session < b.session ? -1 : a.session > b.session ? 1 : 0

function inBackup(text: string, backup: string, { profile }: Platform): { lines: number; kept: number } {
  const bare = (line: string) => line.replace(/\s+/g, ' ').trim()
  const theirs = new Set(backup.split('\n').map(bare))
  const ours = text
    .split('\n')
    .filter(line => !(profile.ignore ?? []).some(pattern => pattern.test(line)))
    .map(bare)
    .filter(line => line !== '')
  return { lines: ours.length, kept: ours.filter(line => theirs.has(line)).length }
}

/** The modes of a device that begins in a lower one: `enable` is answered with the prompt of the higher. */
function oxidizedSession(
  recorded: Recorded,
  { profile, prompt }: Platform,
  carrier: 'telnet' | 'ssh',
): Session {
  return {
    name: `${recorded.name} over ${carrier}`,
    profile,
    play: {
      carrier,
      ...credentials,
      banner: recorded.banner,
      prompt: recorded.prompt ?? prompt,
      exchanges: recorded.exchanges,
      unknown,
    },
  }
}

/** Runs work in so many lanes at once. */
async function inLanes<I, O>(
  items: readonly I[],
  lanes: number,
  work: (item: I, lane: number) => Promise<O>,
): Promise<O[]> {
  const results: O[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (next < items.length) {
        const at = next++
        results[at] = await work(items[at]!, lane)
      }
    }),
  )
  return results
}

/** Plays every recorded console of a vendor that has a driver, and compares what the parsers make of it. */
export async function replayConsoles(
  folder: string,
  drivers: readonly Driver[],
  only?: RegExp,
  played = true,
): Promise<CliReport> {
  const platforms = await readPlatforms(drivers)
  const [sessions, samples, scripts, prompts] = await Promise.all([
    readOxidized(join(folder, 'oxidized')),
    readNtc(join(folder, 'ntc-templates')),
    readNoc(join(folder, 'noc')),
    readPrompts(join(folder, 'oxidized')),
  ])
  const left = new Map<string, { source: string; name: string; count: number }>()
  const leave = (source: string, name: string) => {
    const key = `${source} ${name}`
    left.set(key, { source, name, count: (left.get(key)?.count ?? 0) + 1 })
  }
  const wanted = (source: string, name: string, platform: string | undefined): platform is string => {
    if (platform === undefined) leave(source, name)
    return platform !== undefined && (!only || only.test(platform))
  }

  const jobs: {
    backup?: string | null
    source: PlayedSession['source']
    platform: string
    session: Session
    secrets: readonly string[]
  }[] = []
  for (const recorded of sessions) {
    const platform = oxidizedPlatforms[recorded.model]
    if (wanted('oxidized', recorded.model, platform)) {
      const own = platforms.get(platform)!
      jobs.push(
        {
          source: 'oxidized',
          platform,
          session: oxidizedSession(recorded, own, 'telnet'),
          secrets: recorded.secrets.fail,
          backup: recorded.output,
        },
        { source: 'oxidized', platform, session: oxidizedSession(recorded, own, 'ssh'), secrets: [] },
      )
    }
  }
  const together = (
    source: PlayedSession['source'],
    name: string,
    platform: string,
    exchanges: readonly Exchange[],
  ) => {
    const { profile, prompt, pager } = platforms.get(platform)!
    jobs.push({
      source,
      platform,
      secrets: [],
      session: {
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
      },
    })
  }
  const ntc = samples.flatMap(sample =>
    wanted('ntc-templates', sample.platform, ntcPlatforms[sample.platform])
      ? [{ ...sample, platform: ntcPlatforms[sample.platform]! }]
      : [],
  )
  for (const [platform, own] of Map.groupBy(ntc, sample => sample.platform))
    together(
      'ntc-templates',
      platform,
      platform,
      own.map(({ command, raw }) => exchangeOf(command, raw)),
    )
  const noc = scripts.flatMap(script =>
    wanted('noc', script.platform, nocPlatforms[script.platform])
      ? [{ ...script, platform: nocPlatforms[script.platform]! }]
      : [],
  )
  for (const script of noc)
    together(
      'noc',
      script.name,
      script.platform,
      Object.entries(script.cli).map(([command, output]) => exchangeOf(command, output)),
    )

  const secrets: SecretCase[] = []
  const backups: BackupCase[] = []
  const done = await inLanes(
    played ? jobs : [],
    8,
    async ({ source, platform, session, secrets: hidden, backup }, lane): Promise<PlayedSession> => {
      const said: { sent: string; received: string }[] = []
      const { played: answers, pages } = await playSession(session, `127.0.61.${lane + 1}`, said)
      const transcript = said.map(({ received }) => received).join('\n')
      for (const secret of hidden)
        secrets.push({ session: session.name, platform, secret, shown: transcript.includes(secret) })
      const configuration = answers.find(
        ({ command, result }) =>
          /^show (?:running-config|configuration)|^\/export/.test(command) && result === 'equal',
      )
      if (backup && configuration)
        backups.push({
          session: session.name,
          platform,
          ...inBackup(configuration.output, backup, platforms.get(platform)!),
        })
      return {
        source,
        platform,
        name: session.name,
        vendor: platforms.get(platform)!.vendor,
        played: answers,
        pages,
      }
    },
  )

  const compared = [
    ...ntc.flatMap(sample => compareNtc(sample, platforms.get(sample.platform)!)),
    ...noc.flatMap(script => compareNoc(script, platforms.get(script.platform)!)),
  ]
  const outputs = [
    ...ntc.map(({ platform, command }) => ({ platform, command })),
    ...noc.flatMap(({ platform, cli }) => Object.keys(cli).map(command => ({ platform, command }))),
  ]
  const parsed = outputs.filter(({ platform, command }) =>
    parserFor(platforms.get(platform)!.parsers, command),
  ).length
  return {
    sessions: done,
    compared,
    parsed,
    unparsed: outputs.length - parsed,
    prompts: promptCases(platforms, prompts),
    secrets: secrets.toSorted(bySession),
    backups: backups.toSorted(bySession),
    left: [...left.values()].toSorted((a, b) => (`${a.source}${a.name}` < `${b.source}${b.name}` ? -1 : 1)),
  }
}
