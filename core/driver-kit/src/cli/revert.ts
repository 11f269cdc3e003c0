import type { CliRevert } from '../contract/cli.ts'
import { DeviceError } from '../contract/errors.ts'
import type { Revert } from '../contract/revert.ts'

/** The restart of a console profile as functions. */
export function cliRevert({ arm, disarm, show, unsaved, saves, minutes }: CliRevert): Revert {
  const cancel: Revert['disarm'] = async ({ cli }) => {
    await cli.run(disarm.command, { answers: disarm.answers ?? [] })
  }
  return {
    minutes,
    saves,
    async arm(session, count) {
      const command = arm.command.replace('{minutes}', String(count))
      const output = await session.cli.run(command, { answers: arm.answers })
      if (!unsaved.test(output)) return
      await cancel(session)
      throw new DeviceError(
        'Conflict',
        'The device has changes that nobody has saved; a restart would undo them too. Save them first.',
      )
    },
    armed: async ({ cli }) => show.armed.test(await cli.run(show.command)),
    disarm: cancel,
  }
}
