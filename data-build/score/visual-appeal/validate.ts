import { auc } from '../../statistics.ts'
import { type Checker, scoresAt } from '../../validate/check.ts'
import { greenQuarters, industrialQuarters, type KnownPlace } from '../../validate/known-places.ts'

const dimension = 'visual-appeal'

export const check: Checker = async (context) => {
  const scoresOf = (places: readonly KnownPlace[]) => scoresAt(context, dimension, places).filter((score) => score > 0)
  const green = scoresOf(greenQuarters)
  const industrial = scoresOf(industrialQuarters)
  const value = auc(green, industrial)
  return [
    {
      check: 'communities known for green streets against quarters beside ports, refineries and rail yards',
      statistic: 'AUC',
      value,
      n: green.length + industrial.length,
      trial: 0.98,
      reached: value >= 0.9795,
    },
  ]
}
