import { DeviceError } from '@linecard/driver-kit'
import { unknownConsole, type Detection, type DriverIndex } from '@linecard/driver-kit/detection'
import type { Target } from '@linecard/plugin-kit'
import type { DeviceConnections } from '../connections/pool.ts'
import type { OnTranscript } from '../console/state.ts'

/** The profile of all drivers together is made once for a set of drivers. */
const profiles = new WeakMap<DriverIndex, ReturnType<typeof unknownConsole>>()
function profileOf(index: DriverIndex) {
  const known = profiles.get(index) ?? unknownConsole(index.models)
  profiles.set(index, known)
  return known
}

/**
 * Finds the model of a device without SNMP: signs in to its console and types commands that only show
 * something.
 * @throws DeviceError AuthFailed, NoPrompt, DeviceUnreachable of the console
 */
export async function detectOnConsole(
  target: Target,
  {
    device,
    index,
    onTranscript,
  }: { device: DeviceConnections; index: DriverIndex; onTranscript: OnTranscript },
  signal: AbortSignal,
): Promise<Detection> {
  if (!target.console)
    throw new DeviceError(
      'AuthFailed',
      `SNMP is off for ${target.ip}, and its access profile has no login to a console.`,
    )
  const console = await device.console.session(target, profileOf(index), onTranscript, signal)
  return index.detectByConsole(async command => {
    try {
      return await console.run(command, { repeatable: true }, signal)
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'CommandRejected') return null
      throw error
    }
  })
}
