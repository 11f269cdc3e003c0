import { ComponentDetail, ComponentExport, ComponentView } from './components/schemas.ts'
import { SectionView, SettingView } from './configuration/schemas.ts'
import { FrontSettings, Info, NewVersion, UsageView } from './info/schemas.ts'
import { logSchemas } from './logs/schemas.ts'
import { scheduleSchemas } from './schedule/schemas.ts'
import { Translations } from './translations/routes.ts'

export const schemas = [
  SettingView,
  SectionView,
  ComponentView,
  ComponentDetail,
  ComponentExport,
  Info,
  UsageView,
  FrontSettings,
  NewVersion,
  Translations,
  ...scheduleSchemas,
  ...logSchemas,
]
