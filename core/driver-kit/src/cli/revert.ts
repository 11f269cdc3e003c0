import type { CliArmByCommit, CliRevert } from '../contract/cli.ts'
import { DeviceError } from '../contract/errors.ts'
import type { Revert, RevertTyped } from '../contract/revert.ts'

const placeholder = '{minutes}'

/** What is typed for a line; null: the line itself. */
function typedFor({ instead }: CliArmByCommit, line: string, minutes: number): RevertTyped | null {
  const typed = instead.find(one => one.line.test(line))?.typed
  if (!typed) return null
  const arms = typed.findIndex(command => command.includes(placeholder))
  return {
    commands: typed.map(command => command.replace(placeholder, String(minutes))),
    arms: arms < 0 ? null : arms,
  }
}

/** The data of a console profile as functions. */
export function cliRevert({ arm, disarm, show, saves, minutes }: CliRevert): Revert {
  const armed: Revert['armed'] = async ({ cli }) => show.armed.test(await cli.run(show.command))
  const cancel: Revert['disarm'] = async ({ cli }) => {
    for (const { command, answers = [] } of disarm) await cli.run(command, { answers })
  }
  const common = { minutes, saves, armed, disarm: cancel }
  if (arm.when === 'commit')
    return {
      ...common,
      arms: 'commit',
      instead: (line, count) => typedFor(arm, line, count),
      async arm(session) {
        if (await armed(session))
          throw new DeviceError(
            'Conflict',
            'Another commit waits for its confirmation; the next one would confirm it. Try again later.',
          )
      },
    }
  return {
    ...common,
    arms: 'before',
    async arm(session, count) {
      const command = arm.command.replace(placeholder, String(count))
      const output = await session.cli.run(command, { answers: arm.answers })
      if (!arm.unsaved.test(output)) return
      await cancel(session)
      throw new DeviceError(
        'Conflict',
        'The device has changes that nobody has saved; a restart would undo them too. Save them first.',
      )
    },
  }
}
