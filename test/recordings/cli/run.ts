import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import { backupFailures, writeBackupFloors } from './backups/floors.ts'
import { backupSums } from './backups/report.ts'
import { replayConsoles } from './replay.ts'
import { failuresOf, summary } from './failures.ts'
import { oddFailures } from './odd.ts'
import { report } from './report.ts'
import { count, sums } from './counts.ts'

const page = 'docs/project/cli-fidelity.md'

/** Plays the open consoles, writes docs/project/cli-fidelity.md, prints a summary, and returns the failures. */
export async function checkConsoles(folder: string, drivers: readonly Driver[]): Promise<string[]> {
  const found = await replayConsoles(join(folder, 'cli'), drivers)
  const text = report(found)
  const before = await readFile(page, 'utf8').catch(() => null)
  if (before !== text) await writeFile(page, text)
  console.log(summary(found))
  console.log(backupSums(found.backups))
  if (process.env.LINECARD_UPDATE_GOLDEN) await writeBackupFloors(found.backups)
  return [
    ...failuresOf(found),
    ...(await backupFailures(found.backups)),
    ...(await oddFailures(join(folder, 'cli'), drivers)),
    ...(process.env.CI && before !== text
      ? [`${page} was not current: commit what this run has written`]
      : []),
  ]
}

const outcomes = ['equal', 'refused', 'different', 'taken for a refusal', 'without prompt', 'without login']

/** Sums of the closed consoles by vendor and by area, without any of their texts. */
export async function closedConsoles(folder: string, drivers: readonly Driver[]): Promise<string[]> {
  const { sessions, compared, prompts, secrets, backups } = await replayConsoles(
    join(folder, 'cli'),
    drivers,
    { part: 'closed' },
  )
  const rows = (name: string, own: typeof compared) =>
    `console rows ${name}: ${own.length}, ` +
    (['equal', 'explained', 'different'] as const)
      .map(result => `${count(own, one => one.result === result)} ${result}`)
      .join(', ')
  return [
    ...[...Map.groupBy(sessions, ({ vendor }) => vendor)].map(
      ([vendor, own]) =>
        `consoles of ${vendor}: ${own.length} sessions, commands: ` +
        sums(own.flatMap(({ played }) => played))
          .map((number, at) => `${number} ${outcomes[at]}`)
          .join(', '),
    ),
    ...[...Map.groupBy(compared, ({ vendor }) => vendor)].map(([vendor, own]) => rows(`of ${vendor}`, own)),
    ...[...Map.groupBy(compared, ({ area }) => area)].map(([area, own]) => rows(`of area ${area}`, own)),
    `console prompts: ${prompts.length}, ${count(prompts, ({ should, is }) => should === is)} right`,
    `console secrets: ${secrets.length}, ${count(secrets, ({ shown }) => shown)} shown`,
    ...[...Map.groupBy(backups, ({ platform }) => platform)].map(
      ([platform, own]) => `${platform}: ${backupSums(own)}`,
    ),
    backupSums(backups),
    summary({ sessions, compared }),
  ]
}
