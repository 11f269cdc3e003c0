import type { SwitchVendor } from '../../living/models/index.ts'
import type { Dialect } from '../dialect.ts'
import { cisco } from './cisco.ts'
import { dlink } from './dlink.ts'
import { eltex } from './eltex.ts'
import { huawei } from './huawei.ts'

/** The command line of each vendor. */
export const dialects: Readonly<Record<SwitchVendor, Dialect>> = { dlink, cisco, huawei, eltex }
