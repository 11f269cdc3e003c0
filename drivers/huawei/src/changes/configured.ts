import { DeviceError } from '@linecard/driver-kit'
import { typed, type Act } from '@linecard/driver-kit/builders'

/**
 * Lines of the system view and below. Where changes wait for a commit (VRP 8, YunShan OS) they are committed;
 * VRP 5 does not know the word.
 * @throws DeviceError CommandRejected when the commit is refused
 */
export const configured =
  <A extends unknown[]>(lines: (...args: A) => readonly string[]): Act<A> =>
  async (session, ...args) => {
    const said = await typed(() => lines(...args).map(command => ({ command, mode: 'system' })))(session)
    const words = await session.cli.run('commit', { mode: 'system', lenient: true })
    if (/^\s*Error/im.test(words) && !/unrecognized command/i.test(words))
      throw new DeviceError('CommandRejected', `The device refused "commit": ${words.trim()}`)
    return said
  }
