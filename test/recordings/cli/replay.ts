import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import { parserFor } from '@linecard/driver-kit/cli'
import { backupCase, type BackupCase } from './backups/cases.ts'
import { compareNoc } from './noc.ts'
import { compareNtc } from './ntc.ts'
import { playSession } from './play.ts'
import { oxidizedPlatforms, readPlatforms, type Platform } from './platforms.ts'
import { inPart, partOf, type Part } from '../part.ts'
import { promptCases } from './prompts.ts'
import type { CliReport, PlayedSession, SecretCase } from './results.ts'
import {
  chooser,
  plannedNoc,
  plannedNtc,
  plannedOxidized,
  wholeSession,
  type PlannedSession,
} from './sessions.ts'
import { readOxidized, readPrompts, type Recorded } from './oxidized.ts'
import { readNoc, readNtc } from './sources.ts'

const bySession = (a: { session: string }, b: { session: string }): number =>
  a.session < b.session ? -1 : a.session > b.session ? 1 : 0

/** Works on as many items at once as there are lanes. Each lane has a loopback address of its own. */
export async function inLanes<I, O>(
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

/** Plays sessions over sockets. Returns the results of commands and secrets. */
async function playAll(planned: readonly PlannedSession[], platforms: ReadonlyMap<string, Platform>) {
  const secrets: SecretCase[] = []
  const play = async (
    { source, platform, session, secrets: hidden }: PlannedSession,
    lane: number,
  ): Promise<PlayedSession> => {
    const own = platforms.get(platform)!
    const { name } = session
    const said: { sent: string; received: string }[] = []
    const { played, pages } = await playSession(session, `127.0.61.${lane + 1}`, said)
    const transcript = said.map(({ received }) => received).join('\n')
    for (const secret of hidden)
      secrets.push({ session: name, platform, secret, shown: transcript.includes(secret) })
    return { source, platform, name, vendor: own.vendor, played, pages }
  }
  const sessions = await inLanes(planned, 8, play)
  return { sessions, secrets: secrets.toSorted(bySession) }
}

/** Reads the backups of whole sessions, over telnet and over SSH. */
async function playBackups(
  recorded: readonly Recorded[],
  platforms: ReadonlyMap<string, Platform>,
): Promise<BackupCase[]> {
  const all = recorded.flatMap(one => (['telnet', 'ssh'] as const).map(carrier => ({ one, carrier })))
  const cases = await inLanes(all, 8, ({ one, carrier }, lane) => {
    const platform = oxidizedPlatforms[one.model]!
    const session = wholeSession(one, platforms.get(platform)!, carrier)
    return backupCase(one, platform, session, `127.0.61.${lane + 1}`)
  })
  return cases.filter(one => one !== null)
}

/** Reads the recordings of consoles of one part and plans a session for each that a driver can play. */
export async function planSessions(
  folder: string,
  platforms: ReadonlyMap<string, Platform>,
  { part = 'open', only }: { part?: Part; only?: RegExp | undefined } = {},
) {
  const [sessions, samples, scripts, prompts] = await Promise.all([
    readOxidized(join(folder, 'oxidized')),
    readNtc(join(folder, 'ntc-templates')),
    readNoc(join(folder, 'noc')),
    readPrompts(join(folder, 'oxidized')),
  ])
  const choose = chooser(only)
  const whole = choose.oxidized(sessions.filter(inPart(part)))
  const ntc = choose.ntc(samples.filter(inPart(part)))
  const noc = choose.noc(scripts.filter(inPart(part)))
  const planned = [
    ...plannedOxidized(whole, platforms),
    ...plannedNtc(ntc, platforms),
    ...plannedNoc(noc, platforms),
  ]
  return {
    planned,
    whole,
    ntc,
    noc,
    prompts: prompts.filter(({ model }) => partOf(model) === part),
    left: choose.left(),
  }
}

/**
 * Plays every recorded console of a vendor with a driver, and compares what the parsers read.
 * @param part open by default
 * @param only platforms to play; all by default
 * @param played false: parse only
 */
export async function replayConsoles(
  folder: string,
  drivers: readonly Driver[],
  { part, only, played = true }: { part?: Part; only?: RegExp | undefined; played?: boolean } = {},
): Promise<CliReport> {
  const platforms = await readPlatforms(drivers)
  const { planned, whole, ntc, noc, prompts, left } = await planSessions(folder, platforms, {
    part: part ?? 'open',
    only,
  })
  const outputs = [
    ...ntc.map(({ platform, command }) => ({ platform, command })),
    ...noc.flatMap(({ platform, cli }) => Object.keys(cli).map(command => ({ platform, command }))),
  ]
  const parsed = outputs.filter(({ platform, command }) =>
    parserFor(platforms.get(platform)!.parsers, command),
  ).length
  return {
    ...(await playAll(played ? planned : [], platforms)),
    backups: await playBackups(played ? whole : [], platforms),
    compared: [
      ...ntc.flatMap(sample => compareNtc(sample, platforms.get(sample.platform)!)),
      ...noc.flatMap(script => compareNoc(script, platforms.get(script.platform)!)),
    ],
    parsed,
    unparsed: outputs.length - parsed,
    prompts: promptCases(platforms, prompts),
    left,
  }
}
