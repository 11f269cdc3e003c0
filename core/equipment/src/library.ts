/** The equipment part without the plugin around it, for other packages, the command line and tests. */
export { createEquipment, type EquipmentOptions, type EquipmentService } from './service.ts'
export { settingsWith } from './config.ts'
export { databaseStore } from './answers/database.ts'
export { memoryStore } from './answers/memory.ts'
export type { AnswerKey, AnswerStore, StoredAnswer } from './answers/store.ts'
export { createNetworks, type Networks } from './networks.ts'
export { migrations } from './migrations/index.ts'
export * from './snmp/index.ts'
