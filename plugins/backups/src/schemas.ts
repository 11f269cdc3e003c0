import { complianceSchemas } from './compliance/schemas.ts'
import { oxidizedSchemas } from './oxidized/schemas.ts'
import { SearchHit } from './search/schemas.ts'
import { LinksView, ModelView, RunView } from './schemas/runs.ts'
import { StatusView } from './schemas/status.ts'
import { ConfigView, DiffView, VersionView } from './schemas/versions.ts'

export * from './schemas/runs.ts'
export * from './schemas/status.ts'
export * from './schemas/versions.ts'

export const schemas = [
  VersionView,
  StatusView,
  ConfigView,
  DiffView,
  RunView,
  LinksView,
  ModelView,
  SearchHit,
  ...complianceSchemas,
  ...oxidizedSchemas,
]
