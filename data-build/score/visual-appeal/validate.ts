import { auc } from '../../statistics.ts'
import { type Checker, finding, scoresAt } from '../../validate/check.ts'
import { greenQuarters, industrialQuarters, type KnownPlace } from '../../validate/known-places.ts'

const dimension = 'visual-appeal'

export const check: Checker = async (context) => {
  const getScores = (places: readonly KnownPlace[]) => scoresAt(context, dimension, places).filter((score) => score > 0)
  const green = getScores(greenQuarters)
  const industrial = getScores(industrialQuarters)
  const value = auc(green, industrial)
  const check = 'communities known for green streets against quarters beside ports, refineries and rail yards'
  const judged = { trial: 0.98, reached: value >= 0.9795 }
  return [finding(check, 'AUC', value, green.length + industrial.length, judged)]
}
