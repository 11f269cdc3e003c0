import { ErrorLine } from './charts/errors.ts'
import { OnlinePoint } from './charts/online.ts'
import { SignalBar } from './charts/signals.ts'
import { DeviceStatus } from './rows/devices.ts'
import { PortErrors } from './rows/errors.ts'
import { FallingSignal } from './rows/lights.ts'
import { DuplicateMac } from './rows/macs.ts'
import { FilledPort } from './rows/pon.ts'
import { LoweredPort } from './rows/speeds.ts'
import { Port } from './table/ports.ts'
import { DeviceErrors } from './widgets/other.ts'

/** Schemas with a name of their own in the OpenAPI document. */
export const schemas = [
  Port,
  DeviceStatus,
  PortErrors,
  DuplicateMac,
  FallingSignal,
  LoweredPort,
  FilledPort,
  OnlinePoint,
  SignalBar,
  ErrorLine,
  DeviceErrors,
]
