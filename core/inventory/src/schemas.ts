import { AccessRef, AccessSecrets, AccessView, ConnectionDefaults } from './devices/access/schemas.ts'
import { GroupView } from './devices/groups.ts'
import { ModelView } from './devices/models/schemas.ts'
import { Comparison, DetectionView, DeviceOption, DeviceView, UnwantedInterfaces } from './devices/schemas.ts'
import { OnuFacts, OnuView } from './interfaces/onus/schemas.ts'
import { InterfaceCard, InterfaceCounts, InterfaceView, StatusChangeView } from './interfaces/schemas.ts'
import { ImportRowView, ImportView } from './transfer/import/schemas.ts'

/** Schemas with a name of their own in the OpenAPI document. */
export const schemas = [
  GroupView,
  ModelView,
  AccessRef,
  AccessView,
  AccessSecrets,
  DeviceView,
  DeviceOption,
  DetectionView,
  Comparison,
  UnwantedInterfaces,
  InterfaceView,
  InterfaceCard,
  StatusChangeView,
  InterfaceCounts,
  ConnectionDefaults,
  OnuFacts,
  OnuView,
  ImportRowView,
  ImportView,
]
