import { masked } from '@linecard/plugin-kit'
import type { Command, Tools } from './command.ts'

type Given = Parameters<Command['run']>

/**
 * Runs a command. One that says `records` is written to the action log as what the service itself did,
 * success or failure, for no operation of the API does it; one that did not come as far as starting the
 * service is not.
 */
export async function runRecorded(
  command: Command,
  tools: Tools & { started(): boolean },
  args: Given[1],
  options: Given[2],
): Promise<void> {
  const record = async (status: 'SUCCESS' | 'FAILED', message: string) => {
    if (command.records === undefined || !tools.started()) return
    const { userId, login } = (await tools.use('auth')).system()
    const { output: _, config: __, ...said } = options
    const { value } = masked({ command: command.name, args, options: said })
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
    // The failure itself is what the user must see, also where it cannot be recorded.
    await record('FAILED', (error as Error).message).catch((unrecorded: unknown) =>
      tools.say(`this was not recorded in the action log: ${(unrecorded as Error).message}`),
    )
    throw error
  }
  await record('SUCCESS', '')
}
