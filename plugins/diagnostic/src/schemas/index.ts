import { ArpPing } from './arp.ts'
import { DiagnosticData } from './blocks.ts'
import { DeviceStatus, Diagnosis, FlatDiagnosis } from './diagnosis.ts'
import { InterfaceLinks } from './links.ts'
import { PingView, TraceView } from './reach.ts'

export {
  ArpPing,
  DeviceStatus,
  Diagnosis,
  DiagnosticData,
  FlatDiagnosis,
  InterfaceLinks,
  PingView,
  TraceView,
}

/** In the order of the document. */
export const schemas = [
  DiagnosticData,
  DeviceStatus,
  Diagnosis,
  FlatDiagnosis,
  InterfaceLinks,
  ArpPing,
  PingView,
  TraceView,
]
