import { parentPort, workerData } from 'node:worker_threads'
import { difference, type Sides } from './diff.ts'

parentPort!.postMessage(difference(workerData as Sides), [])
