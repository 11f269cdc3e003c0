import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Huawei switches and routers with VRP or YunShan OS. */
export default defineDriver({ id: 'huawei', vendor: 'Huawei', api: 1, models })
