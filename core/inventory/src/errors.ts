import { errorsOf } from '@linecard/plugin-kit'
import { deviceErrors } from './errors/devices.ts'
import { importErrors } from './errors/imports.ts'
import { interfaceErrors } from './errors/interfaces.ts'

export const errors = { ...deviceErrors, ...interfaceErrors, ...importErrors }

export const fail = errorsOf(errors)
