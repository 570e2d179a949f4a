-- For each point, finds the tract that contains it with the index of the tracts.
TRUNCATE place;
COPY place FROM :'points' (FORMAT csv, HEADER);
COPY (
  SELECT id, lat, lon, :scores
  FROM place LEFT JOIN tract ON ST_Contains(geom, ST_Point(lon, lat, 4326))
) TO :'output' (FORMAT csv, HEADER);
