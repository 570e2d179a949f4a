/** The groups of endpoints, in the order of the documentation: what stands before the dot of an id, else `scores`. */
export const groups = {
  vibe: 'What it is like to live there: quiet or lively, close or spacious, on foot or by car.',
  environment: 'Noise, air and industry around a place.',
  demographics:
    'Age, health insurance and votes of the people around a place: figures of an area, which say nothing about any one person or household.',
  risk: 'Flood and fire. Higher is safer. Not a substitute for an official determination of a flood or fire zone.',
  scores: 'Many scores in one request, the explanation of a score, and the catalog.',
  areas: 'Areas summed up by the people who live there, and their rankings.',
  schools: 'Public schools and school districts, kindergarten to grade 12.',
  tools: 'From an address to a coordinate, and back.',
}
