import { complianceSchemas } from './compliance/schemas.ts'
import { ConfigView, DiffView, VersionView } from './configs/schemas.ts'
import { LinksView, ModelView, StatusView } from './devices/schemas.ts'
import { oxidizedSchemas } from './oxidized/schemas.ts'
import { RunView } from './run/schemas.ts'
import { SearchHit } from './search/routes.ts'

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
