import { consoleSource, DeviceError, type Implementation, type Session } from '@linecard/driver-kit'
import { unregisteredModule, type Olt, type Waiting } from '@linecard/driver-kit/onus'
import { readAutofind } from './parse/autofind.ts'

const command = 'display ont autofind all'

const waiting = (type: Waiting['type']): Waiting => ({
  type,
  async read(session: Session) {
    const text = await session.memo(
      command,
      () => session.cli.run(command, { mode: 'config', lenient: true }),
      5000,
    )
    const found = readAutofind(text)
    if (found === null)
      throw new DeviceError(
        'CommandRejected',
        `The device refused "${command}": ${text.trim().slice(0, 200)}`,
      )
    return found.filter(one => one.type === type)
  },
})

/** unregistered_onts from the console, for agents without the tables of autofind. */
export const consoleWaiting = (olt: Olt): Implementation => ({
  ...unregisteredModule(olt, [waiting('gpon'), waiting('epon')]),
  source: consoleSource,
})
