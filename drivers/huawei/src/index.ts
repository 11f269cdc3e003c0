import { defineDriver } from '@linecard/driver-kit'
import { smartAx } from './families/smart-ax.ts'
import { vrp } from './families/vrp.ts'
import { models } from './models.ts'

/** Huawei switches and routers with VRP or YunShan OS. */
export default defineDriver({ id: 'huawei', vendor: 'Huawei', api: 1, families: [vrp, smartAx], models })
