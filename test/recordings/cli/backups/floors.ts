import { readFile, writeFile } from 'node:fs/promises'
import type { BackupCase } from './cases.ts'

/** Limits of each recorded device over each carrier: the least number of equal lines. */
type Floors = Record<string, number>

const path = 'test/recordings/cli/backups/floors.json'

const nameOf = ({ session, carrier }: BackupCase): string => `${session} over ${carrier}`

export const writeBackupFloors = (backups: readonly BackupCase[]): Promise<void> =>
  writeFile(
    path,
    `{\n${backups
      .map(one => `  ${JSON.stringify(nameOf(one))}: ${one.lines.equal}`)
      .toSorted()
      .join(',\n')}\n}\n`,
  )

/**
 * What fails the run: a backup that cannot be read, is cut off, differs without a reason, shows a secret,
 * counts a clock as a change, has fewer equal lines than before, or is compared no longer.
 */
export async function backupFailures(backups: readonly BackupCase[]): Promise<string[]> {
  const floors = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Floors
  const equal = new Map(backups.map(one => [nameOf(one), one.lines.equal]))
  return [
    ...backups.flatMap(one => {
      const { error, ended, lines, failures } = one
      return [
        ...(error === null ? [] : [error]),
        ...(ended === false ? ['it was cut off'] : []),
        ...lines.different.map(
          ({ theirs, ours }) => `theirs ${JSON.stringify(theirs)}, ours ${JSON.stringify(ours)}`,
        ),
        ...failures,
      ].map(why => `backup of ${nameOf(one)}: ${why}`)
    }),
    ...Object.entries(floors)
      .filter(([name, floor]) => (equal.get(name) ?? -1) < floor)
      .map(
        ([name, floor]) => `backup of ${name}: ${equal.get(name) ?? 'no'} equal lines, the floor is ${floor}`,
      ),
  ]
}
