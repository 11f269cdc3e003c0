import type { Model } from '@linecard/driver-kit'
import { standard } from '../families/standard.ts'
import { hp, switchModel } from './switch-model.ts'

/** A switch of another maker, without HP's own MIBs. */
const officeModel = (key: string, name: string, descr: RegExp): Model =>
  switchModel(key, name, `${hp}.11`, standard, descr)

/** OfficeConnect and Instant On. */
export const officeModels: readonly Model[] = [
  officeModel(
    'hpe_switch',
    'HPE Switch',
    /^(?:HPE OfficeConnect Switch|HPE Networking Instant On Switch|Aruba Instant On)/,
  ),
  officeModel('hpe_officeconnect_1820', 'HPE OfficeConnect 1820', /^HPE OfficeConnect Switch 1820/),
  officeModel('hpe_officeconnect_1920s', 'HPE OfficeConnect 1920S', /^HPE OfficeConnect Switch 1920S/),
  officeModel(
    'hpe_instant_on_1930',
    'HPE Instant On 1930',
    /^(?:Aruba Instant On|HPE Networking Instant On Switch .{0,60}) 1930/,
  ),
  officeModel(
    'hpe_instant_on_1960',
    'HPE Instant On 1960',
    /^(?:Aruba Instant On|HPE Networking Instant On Switch .{0,60}) 1960/,
  ),
]
