import { DeviceError, type Implementation, type Module, type Session } from '@linecard/driver-kit'
import type { CliSession } from '@linecard/driver-kit/cli'
import type { SupportedModel } from './models.ts'
import type { Guard } from '../holds/guards.ts'

/** The console of a guarded change that its commit arms. It types what stands for the commands. */
const consoleOf = (cli: CliSession, guard: Guard, clock: () => Date): CliSession => ({
  async run(command, options) {
    const typed = guard.instead!(command)
    if (!typed) return cli.run(command, options)
    if (typed.arms !== null && guard.commit)
      throw new DeviceError(
        'Conflict',
        'A second commit was not sent: it would confirm the first one for good.',
        { notSent: true },
      )
    const outputs: string[] = []
    for (const [at, one] of typed.commands.entries()) {
      if (at === typed.arms) guard.commit = { at: clock(), answered: false }
      try {
        outputs.push(await cli.run(one, options))
      } catch (error) {
        if (at === typed.arms && error instanceof DeviceError && error.kind === 'CommandRejected')
          guard.commit = null
        throw error
      }
      if (at === typed.arms) guard.commit!.answered = true
    }
    return outputs.join('\n')
  },
})

/** The same model, with a module that types what the guarded change has to type. */
export function typedUnder(
  guard: Guard | undefined,
  model: SupportedModel,
  { name }: Module,
  clock: () => Date,
): SupportedModel {
  const known = model.implementations.get(name)
  if (!guard?.instead || !known) return model
  const run: Implementation['run'] = (session, args) =>
    known.run(
      Object.create(session, {
        cli: { get: () => consoleOf((session as Session).cli, guard, clock) },
      }) as typeof session,
      args,
    )
  return { ...model, implementations: new Map([...model.implementations, [name, { ...known, run }]]) }
}
