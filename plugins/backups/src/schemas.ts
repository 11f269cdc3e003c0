import { complianceSchemas } from './schemas/compliance.ts'
import { oxidizedSchemas } from './schemas/oxidized.ts'
import { LinksView, ModelView, RunView } from './schemas/runs.ts'
import { SearchHit } from './schemas/search.ts'
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
