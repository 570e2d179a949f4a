-- For each part of a tract, finds its points with an index of the points: the fastest of several variants, because a polygon is then
-- prepared once for all of its points. (Sorting the points first costs more than it saves.)
DROP INDEX IF EXISTS placed_geom_idx;
TRUNCATE placed;
COPY placed (id, lat, lon) FROM :'points' (FORMAT csv, HEADER);
CREATE INDEX ON placed USING gist (geom);
ANALYZE placed;
COPY (
  SELECT placed.id, lat, lon, :scores
  FROM placed LEFT JOIN (
    SELECT placed.id, :scores FROM part JOIN placed ON ST_Contains(part.geom, placed.geom)
  ) found ON found.id = placed.id
) TO :'output' (FORMAT csv, HEADER);
