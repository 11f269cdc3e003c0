import type { CliParser } from '../../cli/parse/index.ts'
import { DeviceError } from '../../contract/errors.ts'
import { implement, type Implementation } from '../../contract/implementation.ts'
import { system } from '../../modules/index.ts'
import { joinSystem } from './join.ts'
import { readConsole, type Way } from './read.ts'

/**
 * `system` from the console: name, version, serial number and MAC address as far as its commands print them.
 */
export const consoleSystem = (
  parsers: readonly CliParser[],
  ways: readonly Way[],
  vendor: string,
): Implementation =>
  implement(system, async session => {
    const { key, name, type, ports = null } = session.model
    const row = joinSystem(await readConsole(session, 'system', parsers, ways))
    if (!row || Object.values(row).every(value => value === null))
      throw new DeviceError('ParseFailed', 'The console does not say what the device is.')
    return {
      descr: row.model,
      object_id: null,
      uptime: null,
      uptime_sec: null,
      contact: null,
      name: row.name,
      location: null,
      mac_addr: row.mac_addr,
      serial_num: row.serial_num,
      vendor_name: vendor,
      board_software_ver: row.version,
      board_hardware_ver: null,
      meta: { key, name, type, ports },
    }
  })
