import type { Endpoint } from '../../endpoints/endpoint.ts'

/** The groups of operations, in the order of the documentation. */
export const tags = [
  {
    name: 'vibe',
    description: 'What it is like to live there: quiet or lively, close or spacious, on foot or by car.',
  },
  { name: 'environment', description: 'Noise, air and industry around a place.' },
  {
    name: 'demographics',
    description:
      'Age, health insurance and votes of the people around a place: figures of an area, which say nothing about any one person or household.',
  },
  {
    name: 'risk',
    description:
      'Flood and fire. Higher is safer. Not a substitute for an official determination of a flood or fire zone.',
  },
  { name: 'scores', description: 'Many scores in one request, what is behind a score, and the catalogue.' },
  { name: 'schools', description: 'Public schools and school districts, kindergarten to grade 12.' },
  { name: 'tools', description: 'From an address to a coordinate.' },
  { name: 'service', description: 'About the service itself. No key is asked for.' },
] as const

/** The group of an endpoint: what stands before the dot of its identifier. */
export function tagOf({ id }: Endpoint): string {
  const dot = id.indexOf('.')
  return dot === -1 ? 'scores' : id.slice(0, dot)
}
