import { createFormat } from '../format.ts'

export const format = createFormat('en-US')
