import { expose } from 'comlink'
import { hashService } from './hashService.ts'

expose(hashService())
