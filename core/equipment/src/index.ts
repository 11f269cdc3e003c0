import { definePlugin } from '@linecard/plugin-kit'
import { conditions } from './conditions.ts'
import { config } from './config.ts'
import { EquipmentCall } from './entities/call.ts'
import { doctor } from './doctor.ts'
import { errors } from './errors.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { permissions } from './permissions.ts'
import { setup } from './setup.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'

export default definePlugin({
  id: 'equipment',
  api: 1,
  config,
  permissions,
  schemas,
  errors,
  entities: [EquipmentCall],
  migrations,
  setup,
  doctor,
  routes,
  jobs,
  conditions,
  metrics: ({ equipment }) => equipment.metrics,
  stop: ({ stop }) => stop(),
})
