import { cisco } from './cisco.ts'
import { dlink } from './dlink.ts'
import { eltex } from './eltex.ts'
import { huawei } from './huawei.ts'
import { juniper } from './juniper.ts'
import type { SwitchModel } from './model.ts'

export type { PortShape, SwitchModel, SwitchVendor } from './model.ts'

const all = { ...dlink, ...cisco, ...huawei, ...eltex, ...juniper }
export type SwitchModelName = keyof typeof all
export const switchModels: Readonly<Record<SwitchModelName, SwitchModel>> = all
