import { DeviceError } from '@linecard/driver-kit'
import { typed, type Act } from '@linecard/driver-kit/builders'

/**
 * Runs lines of the system view and the views below it, then `commit`: VRP 8 and YunShan OS apply changes
 * only after a commit. VRP 5 does not have the command; that is not an error.
 * @throws DeviceError CommandRejected if the device refuses the commit
 */
export const configured =
  <A extends unknown[]>(lines: (...args: A) => readonly string[]): Act<A> =>
  async (session, ...args) => {
    const evidence = await typed(() => lines(...args).map(command => ({ command, mode: 'system' })))(session)
    const words = await session.cli.run('commit', { mode: 'system', lenient: true })
    if (/^\s*Error/im.test(words) && !/unrecognized command/i.test(words))
      throw new DeviceError('CommandRejected', `The device refused "commit": ${words.trim()}`)
    return evidence
  }
