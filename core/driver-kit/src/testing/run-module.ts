import { mock } from 'node:test'
import type { KnownModel } from '../detection/driver-index.ts'
import { collectMissing, type Missing } from '../contract/errors.ts'
import { formatVarbind } from '../recording/index.ts'
import { validator } from '../validation/validate.ts'
import type { Folder, Golden } from './folder.ts'
import { replaySession } from './replay.ts'

/**
 * Runs one module on a recording. The clock has the time of the recording.
 * @throws Error for arguments or an answer that are not valid, and for OIDs that the recording does not have
 */
export async function runModule(
  { device, recording, consoleOnly, contexts, cli, api }: Folder,
  known: KnownModel,
  name: string,
): Promise<Golden> {
  const { module, run } = known.modules.get(name)!
  const args: unknown = structuredClone(device.args?.[name] ?? {})
  const badArgs = validator(module.args)(args, { coerce: true })
  if (badArgs.length)
    throw new Error(
      `arguments of ${name} in device.json: ` +
        badArgs.map(({ path, message }) => `${path} ${message}`).join('; '),
    )

  const session = replaySession(recording, known, {
    ...(device.walked && { walked: device.walked }),
    cli,
    api,
    contexts,
    console: device.console ?? false,
    consoleOnly,
  })
  if (device.recorded_at) mock.timers.enable({ apis: ['Date'], now: new Date(device.recorded_at) })
  try {
    const data = await run(session, args)
    if (session.unrecorded.size) throw new Error(`the recording has no ${[...session.unrecorded].join(', ')}`)
    const wrong = validator(module.result)(data)
    if (wrong.length)
      throw new Error(
        `the answer is not as the module declares it: ${wrong
          .slice(0, 10)
          .map(({ path, message }) => `${path} ${message}`)
          .join('; ')}`,
      )
    const sent = session.sent.map(formatVarbind)
    const missing: Missing[] = []
    session.reports.forEach(collectMissing(missing, Infinity))
    return JSON.parse(
      JSON.stringify({
        data,
        missing,
        ...(module.kind === 'change' && { sent, ...(session.typed.length > 0 && { typed: session.typed }) }),
      }),
    ) as Golden
  } finally {
    if (device.recorded_at) mock.timers.reset()
  }
}
