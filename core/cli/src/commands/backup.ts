import { backup, restore } from '@linecard/kernel'
import { progressText } from '@linecard/plugin-kit'
import { commandBoot, configFileOf } from '../tools.ts'
import { progressLine } from '../progress.ts'
import type { CliCommand, Tools } from '../command.ts'

const bootOf = ({ configFile }: Tools, given = configFileOf(configFile)) => ({
  ...commandBoot(given),
  configFile: given,
})

/** Shows the progress of the work on one line. */
async function shown<T>(
  { terminal }: Tools,
  work: (onProgress: Parameters<typeof backup>[2]) => Promise<T>,
): Promise<T> {
  const line = progressLine(terminal.error)
  try {
    return await work(({ what, done, total }) =>
      line.show(progressText({ done, total: total > 0 ? total : null, what })),
    )
  } finally {
    line.clear()
  }
}

const makeBackup: CliCommand = {
  name: 'backup',
  summary: 'Writes a backup of the installation, which may run meanwhile: see docs/backup.md',
  args: { '<file>': 'a new file, e.g. linecard.tar.gz; it contains all secrets' },
  async run(tools, [file]) {
    const { tables, rows, files, vanished } = await shown(tools, onProgress =>
      backup(bootOf(tools), file as string, onProgress),
    )
    tools.remark(`${String(file)}: ${tables} tables with ${rows} rows, ${files} files`)
    for (const path of vanished) tools.remark(`removed meanwhile, not in the backup: ${path}`)
  },
}

const restoreBackup: CliCommand = {
  name: 'restore',
  summary: 'Restores a backup into an empty data folder and an empty database: see docs/backup.md',
  args: { '<file>': 'written by linecard backup' },
  async run(tools, [file]) {
    const target = tools.configFile ?? 'linecard.json'
    const { version, created_at: made } = await shown(tools, onProgress =>
      restore(bootOf(tools, target), file as string, onProgress),
    )
    tools.remark(`restored: the state of ${made}, by Linecard ${version}. Start the service now`)
  },
}

export const backupCommands = [makeBackup, restoreBackup]
