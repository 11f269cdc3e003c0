import { readFileSync } from 'node:fs'
import { Argument, Command as Commander, Option } from 'commander'
import { formats, type Format } from './output.ts'
import type { CliCommand } from './command.ts'
import { backupCommands } from './commands/backup.ts'
import { deviceCommands } from './commands/devices.ts'
import { doctorCommand } from './commands/doctor.ts'
import { equipmentCommands } from './commands/equipment.ts'
import { initCommand } from './commands/init.ts'
import { logCommands } from './commands/logs.ts'
import { recordCommands } from './commands/record.ts'
import { scheduleCommands } from './commands/schedule.ts'
import { securityCommands } from './commands/security.ts'
import { serviceCommands } from './commands/service.ts'
import { startCommand } from './commands/start.ts'
import { systemCommands } from './commands/system.ts'
import { transferCommands } from './commands/transfer.ts'
import { userCommands } from './commands/users.ts'
import { vaultCommands } from './commands/vault.ts'
import { workerCommand } from './commands/worker.ts'

export const commands: readonly CliCommand[] = [
  initCommand,
  doctorCommand,
  startCommand,
  workerCommand,
  ...backupCommands,
  ...deviceCommands,
  ...equipmentCommands,
  ...logCommands,
  ...recordCommands,
  ...serviceCommands,
  ...scheduleCommands,
  ...systemCommands,
  ...transferCommands,
  ...userCommands,
  ...vaultCommands,
  ...securityCommands,
]

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** One command as it was given. */
export interface Given {
  command: CliCommand
  format: Format
  configFile: string | null
  args: readonly (string | string[] | undefined)[]
  options: Readonly<Record<string, string | boolean | undefined>>
}

/**
 * The command line for commander, with the commands of the installed plugins. Every command takes `-o` and
 * `--config` after its name.
 */
export function program(ofPlugins: readonly CliCommand[], run: (given: Given) => Promise<void>): Commander {
  const root = new Commander('linecard')
    .description('Runs switches, routers, OLTs and ONUs: the service and its tools')
    .version(`linecard ${version}\nnode ${process.versions.node}`, '-V, --version')
    .showHelpAfterError('(linecard help <command> shows how to use it)')
    .configureHelp({ sortSubcommands: true })
  for (const command of [...commands, ...ofPlugins]) {
    const sub = root.command(command.name).description(command.summary)
    for (const [name, text] of Object.entries(command.args ?? {})) sub.addArgument(new Argument(name, text))
    for (const [flags, text] of Object.entries(command.options ?? {})) sub.addOption(new Option(flags, text))
    sub.addOption(
      new Option('-o, --output <format>', 'table for people, json or yaml for programs')
        .choices(formats)
        .default('table'),
    )
    sub.addOption(new Option('--config <file>', 'configuration file').env('LINECARD_CONFIG'))
    sub.action(async (...given: unknown[]) => {
      const options = sub.opts<Record<string, string | boolean | undefined>>()
      await run({
        command,
        format: options['output'] as Format,
        configFile: (options['config'] as string | undefined) ?? null,
        args: given.slice(0, Object.keys(command.args ?? {}).length) as string[],
        options,
      })
    })
  }
  return root
}
