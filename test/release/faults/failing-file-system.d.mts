import type { Fault } from './draw-faults.ts'
export function failOnce(settings: { readonly folder: string } & Partial<Fault>): string[]
export function restore(): void
