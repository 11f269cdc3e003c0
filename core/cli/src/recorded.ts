import { masked } from '@linecard/plugin-kit'
import type { Tools } from './command.ts'
import type { Given } from './program.ts'

/**
 * Runs a command. A command with `records` goes to the action log as an action of the service itself, with
 * its success or failure. A command that fails before the service starts is not recorded.
 */
export async function runRecorded(
  { command, args, options }: Given,
  tools: Tools & { started(): boolean },
): Promise<void> {
  const record = async (status: 'SUCCESS' | 'FAILED', message: string) => {
    if (command.records === undefined || !tools.started()) return
    const { userId, login } = (await tools.use('auth')).system()
    const { output: _, config: __, ...named } = options
    const { value } = masked({ command: command.name, args, options: named })
    await (
      await tools.use('action-log')
    ).record({
      action: command.records,
      status,
      user: { id: userId, login },
      device_id: null,
      message,
      meta: value as Record<string, unknown>,
      ip: null,
      session_id: null,
      request_id: null,
    })
  }
  try {
    await command.run(tools, args, options)
  } catch (error) {
    // The user must see this failure, even if it cannot be recorded.
    await record('FAILED', (error as Error).message).catch((unrecorded: unknown) =>
      tools.remark(`the action log has no record of this command: ${(unrecorded as Error).message}`),
    )
    throw error
  }
  await record('SUCCESS', '')
}
