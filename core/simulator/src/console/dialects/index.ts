import type { SwitchVendor } from '../../simulated/models/index.ts'
import type { Dialect } from '../dialect.ts'
import { cisco } from './cisco/index.ts'
import { dlink } from './dlink/index.ts'
import { eltex } from './eltex/index.ts'
import { huawei } from './huawei/index.ts'
import { juniper } from './juniper/index.ts'

/** The command line of each vendor. */
export const dialects: Readonly<Record<SwitchVendor, Dialect>> = { dlink, cisco, huawei, eltex, juniper }
